import type { ScanOutcome, Scan as SentScan } from '@fasocolis/contracts/scans';
import type { Actor } from '@fasocolis/service-kit/data/change-log';
import type { Transaction } from '../database.ts';
import type { Order } from '../generated/prisma/client.ts';
import type { Recipient } from '../shared/noted-person.ts';

export interface Carton {
  weightGrams: number | null;
  volumeCm3: number | null;
  photos: Uint8Array<ArrayBuffer>[];
  recipient: Recipient;
  problem?: string;
}

export interface Scan extends Omit<SentScan, 'at' | 'carton'> {
  at: Date;
  carton?: Carton;
  /** Set when the text is a code of the product itself: why no order with this reference is created. */
  ownCode?: string | undefined;
}

export type ScanResult = Pick<ScanOutcome, 'outcome' | 'message'> & { order?: Order };

export interface ScanActor extends Actor {
  userId: number;
  town: string | null;
}

/** What a scan of a mode does, in the transaction that marks it as processed. Refusals are AppErrors before any write. */
export type ScanAction = (transaction: Transaction, scan: Scan, actor: ScanActor) => Promise<ScanResult>;
