import { EventEnvelopeSchema } from '@fasocolis/contracts/events';
import { eventQueueOf, openQueue } from '@fasocolis/service-kit/outbox';
import type pg from 'pg';
import * as z from 'zod/mini';
import { StartError } from '../../local/start-error.ts';

const PAGE = 500;
type Queue = ReturnType<typeof openQueue>;
const STATES: Parameters<Queue['getRanges']>[0] = [
  'completed',
  'failed',
  'active',
  'delayed',
  'prioritized',
  'waiting',
];

const PendingEventSchema = z.extend(EventEnvelopeSchema, {
  /** When it was handed to the queue, in milliseconds since 1970. */
  at: z.number(),
});
type PendingEvent = z.infer<typeof PendingEventSchema>;

export interface PendingEvents {
  /** One JSON object a line. */
  lines(): AsyncGenerator<Uint8Array>;
  count: number;
  close(): Promise<void>;
}

/**
 * The events in a service's queue, those it has just handled among them: between two snapshots an event may have left
 * one database without having reached the other. Whoever gets one twice recognises it by its id.
 * Which events there are is read at once, in one step; what they say, while `lines` is read.
 */
export async function readPendingEvents(service: string, redisUrl: string): Promise<PendingEvents> {
  const queue = openQueue(eventQueueOf(service), redisUrl);
  try {
    await queue.waitUntilReady();
    // One script in Redis, oldest first.
    const ids = await queue.getRanges(STATES, 0, -1, true);
    return { count: ids.length, lines: () => readJobs(queue, ids), close: () => queue.close() };
  } catch (error) {
    await queue.close();
    throw error;
  }
}

async function* readJobs(queue: Queue, ids: string[]): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < ids.length; from += PAGE) {
    const page = ids.slice(from, from + PAGE);
    const jobs = await Promise.all(page.map((id) => queue.getJob(id)));
    const lines = jobs.map((job) => {
      // Done and forgotten meanwhile: its effect is in no snapshot.
      if (!job) throw new StartError('Les événements passent trop vite pour être sauvegardés : recommencez.');
      const event: PendingEvent = { ...EventEnvelopeSchema.parse(job.data), at: job.timestamp };
      return `${JSON.stringify(event)}\n`;
    });
    yield Buffer.from(lines.join(''));
  }
}

/** Sets events aside in a temporary table of the running transaction. @returns how many there were */
export async function setAside(client: pg.Client, content: AsyncIterable<Uint8Array>): Promise<number> {
  await client.query(
    `CREATE TEMPORARY TABLE pending_events (id uuid, name text, data jsonb, "requestId" text, at float8) ON COMMIT DROP`,
  );
  let count = 0;
  for await (const page of pagesOf(linesOf(content))) {
    const events = page.map((line) => PendingEventSchema.parse(JSON.parse(line)));
    await client.query('INSERT INTO pending_events SELECT * FROM jsonb_populate_recordset(NULL::pending_events, $1)', [
      JSON.stringify(events),
    ]);
    count += events.length;
  }
  return count;
}

/** Puts the events set aside into the outbox: its relay brings them back to the queue they were in. */
export async function resend(client: pg.Client): Promise<void> {
  await client.query(
    `INSERT INTO outbox_events (id, name, data, request_id, created_at)
     SELECT id, name, data, "requestId", to_timestamp(at / 1000) FROM pending_events ON CONFLICT DO NOTHING`,
  );
}

async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of content) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}

async function* pagesOf<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let page: T[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
