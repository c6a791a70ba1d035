import type { PageSlug } from '@fasocolis/contracts/pages';
import { useEffect } from 'react';
import { StaticPage } from '../features/content/static-page.tsx';
import { loadable } from '../shared/loadable.tsx';
import { useUser } from '../shared/session.ts';

export const Contact = loadable(() => import('../features/contact/contact.tsx'));

export default function StaticPageScreen({ slug }: { slug: PageSlug }) {
  const user = useUser();
  const isContact = slug === 'contact';
  // The form's code comes beside the page instead of after it; a failure shows where the form is wanted.
  useEffect(() => {
    if (isContact) void Contact.load().catch(() => undefined);
  }, [isContact]);
  return <StaticPage slug={slug} canEdit={user?.isAdmin ?? false} below={isContact && <Contact />} />;
}
