import type { PageSlug } from '@fasocolis/contracts/pages';
import { lazy, Suspense, useEffect } from 'react';
import { StaticPage } from '../features/content/static-page.tsx';
import { Spinner } from '../shared/loading.tsx';
import { useUser } from '../shared/session.ts';

export const loadContactForm = () => import('../features/contact/contact.tsx');
const Contact = lazy(loadContactForm);

export default function StaticPageScreen({ slug }: { slug: PageSlug }) {
  const user = useUser();
  const isContact = slug === 'contact';
  // The form's code comes beside the page instead of after it; a failure shows where the form is wanted.
  useEffect(() => {
    if (isContact) void loadContactForm().catch(() => undefined);
  }, [isContact]);
  return (
    <StaticPage
      slug={slug}
      canEdit={user?.isAdmin ?? false}
      below={
        isContact && (
          <Suspense fallback={<Spinner />}>
            <Contact />
          </Suspense>
        )
      }
    />
  );
}
