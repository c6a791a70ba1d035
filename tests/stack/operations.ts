import { SERVICES, type ServiceName } from '@fasocolis/contracts/services';
import type { Stack } from '../../infra/local/stack.ts';

/** An operation in the OpenAPI document of a service. */
export interface Operation {
  service: ServiceName;
  operationId: string;
  method: string;
  path: string;
}

interface Document {
  paths: Record<string, Record<string, { operationId: string }>>;
}

/** The URL of a process behind the gateway. */
export const addressOf = (stack: Stack, service: ServiceName) =>
  `http://127.0.0.1:${stack.processes().find(({ name }) => name === service)?.port}`;

/** Every operation of every service. */
export async function operationsOf(stack: Stack): Promise<Operation[]> {
  const all = SERVICES.map(async (service) => {
    const document = await fetch(`${addressOf(stack, service)}/openapi.json`);
    const { paths } = (await document.json()) as Document;
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({
        service,
        operationId,
        method: method.toUpperCase(),
        path,
      })),
    );
  });
  return (await Promise.all(all)).flat();
}
