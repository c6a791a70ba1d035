import { createHash } from 'node:crypto';
import { referenceKey } from '@fasocolis/contracts/reading/reference';
import type { FastifyReply } from 'fastify';
import { AppError } from './errors.ts';

/** Names hashes of references that name no order. The gateway counts them per caller and removes the header. */
export const UNKNOWN_REFERENCES_HEADER = 'x-unknown-references';

const HASH_LENGTH = 16;

/** Reports the references of a request that name no order, from every route that looks references up (SEC-025). */
export function reportUnknownReferences(reply: FastifyReply, references: readonly string[]): void {
  const keys = new Set(references.map(referenceKey).filter(Boolean));
  if (keys.size === 0) return;
  const hashes = Array.from(keys, (key) => createHash('sha256').update(key).digest('base64url').slice(0, HASH_LENGTH));
  reply.header(UNKNOWN_REFERENCES_HEADER, hashes.join(','));
}

/**
 * Passes on the result of a lookup by reference. Without an order, the reference is reported as unknown.
 * @throws the error of the lookup
 */
export async function reportingUnknown<T>(reply: FastifyReply, reference: string, lookup: Promise<T>): Promise<T> {
  try {
    return await lookup;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') reportUnknownReferences(reply, [reference]);
    throw error;
  }
}
