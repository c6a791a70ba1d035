import { OPERATIONS } from '@fasocolis/contracts/operations/index';
import type { Operation as Declared } from '@fasocolis/contracts/operations/operation';
import { SERVICES, type ServiceName } from '@fasocolis/contracts/services';
import { openApiDocument } from '@fasocolis/service-kit/http/openapi';
import { dereferenced, type OperationObject } from '../fuzz/operations.ts';
import type { CommonStack } from './common-stack.ts';

/** An operation as declared, and as the OpenAPI document describes it. */
export interface Operation extends OperationObject {
  service: ServiceName;
  declared: Declared;
  method: string;
  /** The template, e.g. /api/orders/{id}. */
  path: string;
}

/** The URL of a process behind the gateway. */
export const addressOf = (stack: Pick<CommonStack, 'processes'>, service: ServiceName) =>
  `http://127.0.0.1:${stack.processes().find(({ name }) => name === service)?.port}`;

async function describe(isIncluded: (declared: Declared) => boolean): Promise<Operation[]> {
  const all = SERVICES.map(async (service) => {
    const included = Object.values<Declared>(OPERATIONS[service]).filter(isIncluded);
    const { paths } = dereferenced(await openApiDocument(included));
    return included.map((declared) => {
      const { method } = declared;
      const path = declared.path.replaceAll(/:(\w+)/g, '{$1}');
      const described = paths[path]?.[method.toLowerCase()];
      if (!described) throw new Error(`${method} ${path} is not described`);
      return { ...described, service, declared, method, path };
    });
  });
  return (await Promise.all(all)).flat();
}

/** Every operation of the API, of every service. */
export const operations: Operation[] = await describe(({ summary }) => summary !== undefined);

/** Every operation of a service that other services call. */
export const internalOperations: Operation[] = await describe(({ access }) => access === 'service');
