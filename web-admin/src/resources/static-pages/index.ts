import { lazy } from 'react';
import type { ResourceProps } from 'react-admin';

const PageList = lazy(() => import('./page-list.tsx'));

export const staticPages = {
  name: 'static-pages',
  list: PageList,
  recordRepresentation: 'title',
} satisfies ResourceProps;

/** Pages are edited at addresses of their own, which name them by slug. */
export const PageEdit = lazy(() => import('./page-edit.tsx'));
