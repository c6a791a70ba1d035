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

export const signedInLinks: MenuLink[] = [
  { label: 'Accueil', to: paths.home },
  { label: 'Mes colis', to: paths.parcels },
  { label: 'Notifications', to: paths.notifications },
  { label: 'Commandes sauvegardées', to: paths.savedOrders },
  { label: 'Mon Profil', to: paths.profile },
];

export const visitorLinks: MenuLink[] = [
  { label: 'Accueil', to: paths.home },
  { label: 'Mes colis', to: paths.parcels },
];

/** Links that the side menu has on static pages, in place of the help links alone. */
export const publicLinks: MenuLink[] = [...footerLinks, { label: "Conditions d'utilisation", to: paths.terms }];

/**
 * Whether the screen is a static page or the transit times: their header and menu link to the other ones and to the
 * home page.
 */
export function useIsPublicPage(): boolean {
  const { pathname } = useLocation();
  return [...PAGE_SLUGS, paths.transitTimes].some((path) => matchPath(path, pathname));
}
