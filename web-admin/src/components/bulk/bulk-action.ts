import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';

/** The result for an order; pending orders have none. */
export type BulkResult =
  | { state: 'done'; undo?: (() => Promise<unknown>) | undefined }
  | { state: 'left'; reason: string }
  | { state: 'undone' }
  | { state: 'failed'; reason: string; undo?: (() => Promise<unknown>) | undefined };

export type Results = ReadonlyMap<number, BulkResult>;

/** Whether an order waits for its turn, or has to be tried again. */
export const isOpen = (result: BulkResult | undefined): boolean =>
  !result || result.state === 'failed' || result.state === 'undone';

/** What an action would do. */
export interface Effects {
  lines: string[];
  /** When it was computed, for actions that leave orders which changed afterwards. */
  at?: string;
  /** Whether no order would change. */
  isNothing?: boolean;
}

/** A change of many orders at once. */
export interface BulkAction {
  /** "Dire au client", followed by the number of orders. */
  title: string;
  schema: z.ZodMiniType<FieldValues, FieldValues>;
  inputs: ReactNode;
  effects: (ids: readonly number[], values: FieldValues, statusName: (code: unknown) => string) => Promise<Effects>;
  /** Changes at most `ORDERS_PER_CALL` orders. */
  apply: (ids: readonly number[], values: FieldValues, effects: Effects) => Promise<Results>;
}
