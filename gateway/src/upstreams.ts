import { OPERATIONS } from '@fasocolis/contracts/operations/index';
import type { Operation } from '@fasocolis/contracts/operations/operation';
import { SERVICES, type ServiceName } from '@fasocolis/contracts/services';

export interface Route {
  service: ServiceName;
  operation: Operation;
}

export const ROUTES: readonly Route[] = SERVICES.flatMap((service) =>
  Object.values<Operation>(OPERATIONS[service])
    .filter(({ access }) => access !== 'service')
    .map((operation) => ({ service, operation })),
);

const SHARED = ROUTES.filter(({ operation }) => operation.shared).map((route) => {
  const pattern = route.operation.path.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+');
  return { ...route, pattern: new RegExp(`^${pattern}$`) };
});

export function sharedRouteOf(path: string): Route {
  const route = SHARED.find(({ pattern }) => pattern.test(path));
  if (!route) throw new Error(`No public route for ${path}`);
  return route;
}
