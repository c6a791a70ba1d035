import type { ResourceProps } from 'react-admin';
import { UserList } from './user-list.tsx';

export const users = { name: 'users', list: UserList, recordRepresentation: 'username' } satisfies ResourceProps;
