import { StaticPageSchema } from '@fasocolis/contracts/content';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { Loading } from '../../components/list-state.tsx';
import { FRESH_FOR } from '../../components/lists.tsx';
import { Screen } from '../../components/screen.tsx';
import { MainButton } from '../../components/text-button.tsx';

// The editor is large: it loads while the page is being fetched.
const loadForm = import('./page-form.tsx');
const PageForm = lazy(() => loadForm);

export default function PageEdit() {
  const { slug = '' } = useParams();
  const { data: page, isPending } = useQuery({
    ...apiQuery(['static-pages', 'content', slug], '/api/static-pages/:slug', StaticPageSchema, { params: { slug } }),
    staleTime: FRESH_FOR,
    retry: false,
  });

  if (!page && !isPending) {
    return (
      <Screen title="Page non trouvée">
        <Box sx={{ display: 'grid', gap: 3, justifyItems: 'start' }}>
          <Typography>Cette page n'existe pas, ou elle n'a pas pu être chargée.</Typography>
          <MainButton to="/" label="Retour au tableau de bord" />
        </Box>
      </Screen>
    );
  }
  return (
    <Screen title="Modifier la page">
      <Suspense fallback={<Loading height={480} />}>
        {page ? <PageForm key={page.slug} page={page} /> : <Loading height={480} />}
      </Suspense>
    </Screen>
  );
}
