import { PAGE_SLUGS } from '@fasocolis/contracts/pages';
import { matchPath, useLocation } from 'react-router-dom';
import { paths } from '../shared/paths.ts';

export interface MenuLink {
  label: string;
  to: string;
}

/** In the header, the side menu and the footer of every page. */
export const helpLinks: MenuLink[] = [
  { label: 'Produits', to: paths.products },
  { label: 'Nos délais', to: paths.transitTimes },
  { label: 'FAQ', to: paths.faq },
  { label: 'Contact', to: paths.contact },
];

export const footerLinks: MenuLink[] = [
  ...helpLinks,
  { label: 'Support', to: paths.support },
  { label: 'À propos', to: paths.about },
  { label: 'Confidentialité', to: paths.privacy },
];

/**
 * Whether the screen is a static page or the transit times: their header and menu link to the other ones and to the
 * home page.
 */
export function useIsPublicPage(): boolean {
  const { pathname } = useLocation();
  return [...PAGE_SLUGS, paths.transitTimes].some((path) => matchPath(path, pathname));
}
