import type { ResourceProps } from 'react-admin';
import { lazyScreen } from '../../components/lazy-screen.ts';

const PageList = lazyScreen(() => import('./page-list.tsx'));

export const staticPages = {
  name: 'static-pages',
  list: PageList,
  recordRepresentation: 'title',
} satisfies ResourceProps;

/** Pages are edited at addresses of their own, which name them by slug. */
export const PageEdit = lazyScreen(() => import('./page-edit.tsx'));
