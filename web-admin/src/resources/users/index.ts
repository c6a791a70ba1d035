import type { ResourceProps } from 'react-admin';
import { lazyScreen } from '../../components/lazy-screen.ts';

const UserList = lazyScreen(() => import('./user-list.tsx'));

export const users = { name: 'users', list: UserList, recordRepresentation: 'username' } satisfies ResourceProps;
