import {
  SIGN_IN_LINK_INVALID,
  type SignInLinkPurpose,
  SignInLinkPurposeSchema,
  type UseSignInLink,
  UseSignInLinkSchema,
} from '@fasocolis/contracts/sign-in-links';
import { SecondStepSchema } from '@fasocolis/contracts/two-factor';
import { UserSchema } from '@fasocolis/contracts/user';
import { api } from '@fasocolis/web-kit/api';
import { toast } from '@fasocolis/web-kit/toast-store';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { Field } from '../../shared/field.tsx';
import { Form, SubmitButton, useSchemaForm } from '../../shared/form.tsx';
import { Spinner } from '../../shared/loading.tsx';
import { NarrowPage, Outcome } from '../../shared/page.tsx';
import { paths } from '../../shared/paths.ts';
import { processedPopups } from '../../shared/processed-popups.ts';
import { serverMessage } from '../../shared/server-message.ts';
import { sessionQuery } from '../../shared/session.ts';
import { useOwnDraft } from '../../shared/use-draft.ts';
import { toastFailedSignIn } from './kept-session.ts';
import { SECOND_STEP } from './second-step-parameter.ts';

const UsedSchema = z.union([UserSchema, SecondStepSchema]);

/** The target of the link that staff sends. A button signs in, not the page itself, because previews open links too. */
export default function SignInLink() {
  const token = useLocation().hash.slice(1);
  const purpose = useQuery({
    queryKey: ['sign-in-link', token],
    queryFn: () => api.post('/api/sign-in-links/purpose', { token }, SignInLinkPurposeSchema),
    enabled: token !== '',
  });
  if (purpose.data) return <Confirmation token={token} purpose={purpose.data} />;
  if (token !== '' && purpose.isPending) return <Spinner />;
  const reason = purpose.error ? serverMessage(purpose.error, purpose.error.message) : SIGN_IN_LINK_INVALID;
  return (
    <Outcome tone="failure" title="Connexion impossible" text={reason} to={paths.auth} label="Se connecter autrement" />
  );
}

const TITLES: Record<SignInLinkPurpose['purpose'], (firstName: string) => string> = {
  'sign-in': (firstName) => `Se connecter comme ${firstName}\u00a0?`,
  registration: (firstName) => (firstName ? `Se connecter comme ${firstName}\u00a0?` : 'Créer votre compte'),
  verification: () => 'Vérifier votre numéro\u00a0?',
};

function Confirmation({ token, purpose }: { token: string; purpose: SignInLinkPurpose }) {
  const { purpose: kind, firstName, namesNeeded } = purpose;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useSchemaForm(UseSignInLinkSchema, { defaultValues: { token } });
  const { fieldOf, handleSubmit } = form;
  const forgetDraft = useOwnDraft(form, 'Lien');
  const use = useMutation({
    mutationFn: (body: UseSignInLink) => api.post('/api/auth/link', body, UsedSchema),
    onSuccess: (response) => {
      forgetDraft();
      if ('secondStep' in response) return navigate(`${paths.auth}?${SECOND_STEP}=true`, { replace: true });
      processedPopups.clear();
      queryClient.setQueryData(sessionQuery.queryKey, response);
      toast({ title: kind === 'verification' ? 'Numéro vérifié' : 'Connexion réussie' });
      // From there to where a sign-in was demanded, or home.
      return navigate(paths.auth, { replace: true });
    },
    onError: toastFailedSignIn,
  });
  const intro =
    kind === 'verification'
      ? 'Votre numéro servira à vous connecter, et ses colis seront dans votre compte.'
      : 'Ce lien est pour vous seul et ne sert qu’une fois. Ce n’est pas vous\u00a0? Fermez cette page.';
  return (
    <NarrowPage title={TITLES[kind](firstName)} intro={intro}>
      <Form onSubmit={handleSubmit((body) => use.mutate(body))}>
        {namesNeeded && (
          <>
            <Field label="Prénom" autoComplete="given-name" {...fieldOf('firstName')} />
            <Field label="Nom" autoComplete="family-name" {...fieldOf('lastName')} />
          </>
        )}
        <SubmitButton
          idle={kind === 'verification' ? 'Vérifier mon numéro' : 'Se connecter'}
          pending="Connexion en cours..."
          isPending={use.isPending}
        />
      </Form>
    </NarrowPage>
  );
}
