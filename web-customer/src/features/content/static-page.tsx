import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import type { PageSlug } from '@fasocolis/contracts/pages';
import { ApiError } from '@fasocolis/web-kit/api';
import { shortDate } from '@fasocolis/web-kit/dates';
import { useQuery } from '@tanstack/react-query';
import FileQuestion from 'lucide-react/icons/file-question-mark';
import Pencil from 'lucide-react/icons/pencil';
import type { ReactNode } from 'react';
import { Button, ButtonLink, buttonClass } from '../../shared/button.tsx';
import { PageMeta } from '../../shared/page-meta.tsx';
import { paths } from '../../shared/paths.ts';
import { useUser } from '../../shared/session.ts';
import { PageHtml } from './page-html.tsx';
import { pageQuery } from './page-query.ts';

const CARD = 'rounded-2xl bg-surface p-4 ring-1 ring-hairline sm:p-10';

export default function StaticPage({ slug, below }: { slug: PageSlug; below?: ReactNode }) {
  const canEdit = useUser()?.isAdmin ?? false;
  const { data: page, error, refetch } = useQuery(pageQuery(slug));

  if (!page) {
    return (
      <div className="mx-auto max-w-3xl px-4 pt-6 sm:pt-10">
        {error ? <Missing error={error} onRetry={() => void refetch()} /> : <Skeleton />}
      </div>
    );
  }
  return (
    <div className="mx-auto grid max-w-3xl grid-cols-1 gap-6 px-4 pt-6 sm:pt-10">
      <PageMeta title={page.title} description={plainText(page.content)} path={`/${slug}`} />
      <article className={CARD}>
        <header className="mb-6 border-b border-line pb-4">
          <h1 className="text-2xl/9 font-bold wrap-anywhere">{page.title}</h1>
          <p className="mt-1 text-sm text-ink-soft">
            Dernière mise à jour : <time dateTime={page.lastUpdated}>{shortDate(page.lastUpdated)}</time>
          </p>
          {canEdit && (
            <a href={paths.editPage(slug)} className={buttonClass('secondary', 'mt-4')}>
              <Pencil aria-hidden size={18} />
              Modifier cette page
            </a>
          )}
        </header>
        <PageHtml html={page.content} />
      </article>
      {below}
    </div>
  );
}

const plainText = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/&nbsp;/g, ' ');

function Skeleton() {
  return (
    <output className={`${CARD} block`}>
      <span className="sr-only">Chargement...</span>
      <span className="grid animate-shimmer gap-4">
        <span className="h-9 w-2/3 rounded-lg bg-line" />
        <span className="mb-6 h-5 w-1/2 rounded-lg bg-line" />
        {[1, 2, 3].map((paragraph) => (
          <span key={paragraph} className="grid gap-2">
            <span className="h-5 rounded-lg bg-line" />
            <span className="h-5 rounded-lg bg-line" />
            <span className="h-5 w-3/4 rounded-lg bg-line" />
          </span>
        ))}
      </span>
    </output>
  );
}

function Missing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <div className={`${CARD} grid animate-rise justify-items-center gap-4 py-16 text-center`}>
      <title>{`Page non trouvée - ${PRODUCT_NAME}`}</title>
      <FileQuestion aria-hidden size={48} strokeWidth={1.25} className="text-brand" />
      <h1 className="text-xl font-bold">Page non trouvée</h1>
      {!isUnknown && (
        <>
          <p className="text-ink-soft">Vérifiez votre connexion à Internet, puis réessayez.</p>
          <Button label="Réessayer" variant="primary" onClick={onRetry} />
        </>
      )}
      <ButtonLink to={paths.home} label="Retour à l'accueil" variant={isUnknown ? 'primary' : 'secondary'} />
    </div>
  );
}
