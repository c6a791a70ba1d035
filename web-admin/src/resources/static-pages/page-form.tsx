// The editor's library needs these; Chrome has them from 97 on.
import 'core-js/stable/array/at';
import 'core-js/stable/array/find-last';
import 'core-js/stable/object/has-own';
import { type StaticPage, StaticPageSchema, UpdateStaticPageSchema } from '@fasocolis/contracts/content';
import { api } from '@fasocolis/web-kit/api';
import { useDraft } from '@fasocolis/web-kit/use-draft';
import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Card } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { ResourceContextProvider, TextInput } from 'react-admin';
import { FormProvider, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { outcomeToasts } from '../../components/outcome.ts';
import { MainButton, TextButton } from '../../components/text-button.tsx';
import { useUnsavedChanges } from '../../components/unsaved-changes.tsx';
import { useSubmit } from '../../components/use-submit.tsx';
import { deviceUser } from '../../providers/device-user.ts';
import { PageContentInput } from './page-content-input.tsx';
import { showSaved } from './show-saved.ts';

/** Saving replaces the whole text, including what another administrator has written. */
const CHANGED_MEANWHILE =
  "quelqu'un a modifié cette page entre-temps. Relisez-la sur le site, rechargez ce formulaire (votre texte y reste), puis enregistrez.";

export default function PageForm({ page: { slug, title, content, lastUpdated } }: { page: StaticPage }) {
  const address = `/${slug}`;
  const params = { slug };
  const form = useForm({ resolver: zodResolver(UpdateStaticPageSchema), defaultValues: { title, content } });
  const { mutateAsync, isPending, isSuccess } = useMutation({
    async mutationFn(change: z.output<typeof UpdateStaticPageSchema>) {
      const present = await api.get('/api/static-pages/:slug', StaticPageSchema, { params });
      if (present.lastUpdated !== lastUpdated) throw new Error(CHANGED_MEANWHILE);
      return api.patch('/api/static-pages/:slug', change, StaticPageSchema, { params });
    },
    ...outcomeToasts({
      title: 'Page mise à jour',
      failure: (reason) => `Une erreur est survenue: ${reason}`,
      onSuccess: () => showSaved(address),
    }),
  });
  const { submit, offline } = useSubmit(form, async (change) => {
    await mutateAsync(change).catch(() => {});
  });
  const isOver = isPending || isSuccess;
  useUnsavedChanges(form.formState.isDirty && !isOver);
  useDraft(form, { userId: deviceUser.id, name: () => 'page', isOver });

  return (
    <ResourceContextProvider value="static-pages">
      <FormProvider {...form}>
        <Card component="form" noValidate onSubmit={submit} sx={{ p: { xs: 2, sm: 3 } }}>
          <TextInput source="title" isRequired />
          <PageContentInput />
          {offline}
          <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, mt: 3 }}>
            <TextButton label="Annuler" href={address} />
            <MainButton label="Enregistrer" type="submit" disabled={form.formState.isSubmitting || isSuccess} />
          </Box>
        </Card>
      </FormProvider>
    </ResourceContextProvider>
  );
}
