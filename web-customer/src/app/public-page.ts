import { matchPath, useLocation } from 'react-router-dom';
import { pageSlugs } from '../components/paths.ts';

/** Whether the screen is one of the pages of text: there, header and menu lead to the others and back home. */
export function useIsPublicPage(): boolean {
  const { pathname } = useLocation();
  return pageSlugs.some((slug) => matchPath(slug, pathname));
}
