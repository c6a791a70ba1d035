import type { DeliveryChannel, DropReason } from '@fasocolis/contracts/deliveries';
import type { Delivery as DeliveryRow, Notification } from '../generated/prisma/client.ts';

export type Delivery = DeliveryRow & { notification: Notification | null };

export interface Message {
  recipient: string | null;
  /** Removed from the errors that are stored. */
  secrets: readonly string[];
  /**
   * Hands it over. A crash afterwards does it again, so the other side has to recognize the second one.
   * @returns false when the recipient is gone: the delivery is dropped
   * @throws Error as `judge` knows it
   */
  send: () => Promise<boolean>;
}

/** What becomes of a failed try: `later` is with back-off; a postponed one was none. */
export type Verdict = 'failed' | 'later' | { retryAt: Date } | { postponedTo: Date };

/** A way of telling people something. The pipeline keeps its rows, its jobs, its retries and its failures. */
export interface Channel {
  readonly name: DeliveryChannel;
  readonly jobs: number;
  /** Deliveries of one job that are begun together. */
  readonly parallel: number;
  waitsAtNight(delivery: Delivery): boolean;
  /**
   * Present where all deliveries of a job have the same recipient, which may be slow: its jobs wait for each other.
   * @returns until when it gets nothing; null when it gets something
   */
  restingUntil?(recipient: string): Promise<Date | null>;
  /** Collects recipient and content at the last moment, or says why it is dropped. */
  prepare(delivery: Delivery): Promise<Message | DropReason>;
  judge(error: unknown): Verdict;
  /** Expands a broadcast to deliveries, if the channel does that in the background; may be interrupted and repeated. */
  expand?(notificationId: number): Promise<void>;
  close(): void;
}
