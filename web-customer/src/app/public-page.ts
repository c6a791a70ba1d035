import { PAGE_SLUGS } from '@fasocolis/contracts/pages';
import { matchPath, useLocation } from 'react-router-dom';

/** Whether the screen is one of the pages of text: there, header and menu lead to the others and back home. */
export function useIsPublicPage(): boolean {
  const { pathname } = useLocation();
  return PAGE_SLUGS.some((slug) => matchPath(slug, pathname));
}
