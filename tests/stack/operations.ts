import { SERVICES, type ServiceName } from '@fasocolis/contracts/services';
import type { Stack } from '../../infra/local/stack.ts';
import type { OperationObject } from '../fuzz/operations.ts';

/** An operation in the OpenAPI document of a service. */
export interface Operation extends OperationObject {
  service: ServiceName;
  operationId: string;
  method: string;
  path: string;
  /** The services that may call it; undefined when it belongs to the API. */
  'x-callers'?: ServiceName[];
}

interface Document {
  paths: Record<string, Record<string, Omit<Operation, 'service' | 'method' | 'path'>>>;
}

/** The URL of a process behind the gateway. */
export const addressOf = (stack: Stack, service: ServiceName) =>
  `http://127.0.0.1:${stack.processes().find(({ name }) => name === service)?.port}`;

async function allOperationsOf(stack: Stack): Promise<Operation[]> {
  const all = SERVICES.map(async (service) => {
    const document = await fetch(`${addressOf(stack, service)}/openapi.json`);
    const { paths } = (await document.json()) as Document;
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        service,
        method: method.toUpperCase(),
        path,
      })),
    );
  });
  return (await Promise.all(all)).flat();
}

/** Every operation of the API, of every service. */
export const operationsOf = async (stack: Stack): Promise<Operation[]> =>
  (await allOperationsOf(stack)).filter((operation) => !operation['x-callers']);

/** Every route of a service that other services call. */
export const internalRoutesOf = async (stack: Stack): Promise<Operation[]> =>
  (await allOperationsOf(stack)).filter((operation) => operation['x-callers']);
