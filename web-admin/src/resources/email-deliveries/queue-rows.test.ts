// @vitest-environment node
import type { OutboxState, QueueOverview } from '@fasocolis/contracts/queues';
import { describe, expect, it } from 'vitest';
import { duration, queueRows } from './queue-rows.ts';
import { isMoving } from './use-queues.ts';

const none = { events: 0, oldestSeconds: null };
const announcements = { count: 0, oldestSeconds: null };
const idle = { waiting: 0, active: 0, delayed: 0, failed: 0 };
const calm: QueueOverview = {
  queues: [{ name: 'events-orders', jobs: idle, oldestSeconds: null }],
  failedEvents: [],
  outboxes: [{ service: 'auth', state: { unpublished: none, unconfirmed: none } }],
  emails: { counts: { pending: 0, sent: 7, dropped: 0, failed: 0 }, oldestPendingSeconds: null, announcements },
};
const withJobs = (jobs: object, oldestSeconds: number | null = null): QueueOverview => ({
  ...calm,
  queues: [{ name: 'events-orders', jobs: { ...idle, ...jobs }, oldestSeconds }],
});
const rowOf = (overview: QueueOverview, key: string) => queueRows(overview).find((row) => row.key === key);

describe('the rows about queues', () => {
  it('are all up to date when nothing is pending, with one row for all outboxes', () => {
    expect(queueRows(calm).map(({ key, health, details }) => [key, health, details])).toEqual([
      ['outboxes', 'idle', ''],
      ['events-orders', 'idle', ''],
      ['announcements', 'idle', ''],
      ['emails', 'idle', ''],
    ]);
    expect(isMoving(calm)).toBe(false);
  });

  it('warn about failed entries, and about entries older than five minutes', () => {
    expect(rowOf(withJobs({ waiting: 2 }, 299), 'events-orders')?.health).toBe('moving');
    expect(rowOf(withJobs({ waiting: 2 }, 301), 'events-orders')?.health).toBe('stuck');
    expect(rowOf(withJobs({ failed: 1 }), 'events-orders')).toMatchObject({ health: 'stuck', details: '1 en échec' });
    expect(rowOf(withJobs({ delayed: 1 }), 'events-orders')).toMatchObject({
      health: 'moving',
      details: '1 à réessayer',
    });
    expect(isMoving(withJobs({ waiting: 2 }, 1))).toBe(true);
    expect(isMoving(withJobs({ failed: 1 }))).toBe(false);
  });

  it('count announcements that are not emails yet', () => {
    const emails = { ...calm.emails, announcements: { count: 2, oldestSeconds: 12 } };
    expect(rowOf({ ...calm, emails }, 'announcements')).toMatchObject({
      health: 'moving',
      details: "2 en attente, le plus ancien depuis moins d'une minute",
    });
  });

  it('distinguish unpublished events from unconfirmed ones', () => {
    const unconfirmed = { events: 2, oldestSeconds: 301 };
    const withOutbox = (unpublished: OutboxState['unpublished']) => ({
      ...calm,
      outboxes: [{ service: 'auth', state: { unpublished, unconfirmed } }],
    });
    const overview = withOutbox(none);
    expect(rowOf(overview, 'outbox-auth')).toMatchObject({
      health: 'stuck',
      details: expect.stringMatching(/^2 en cours, le plus ancien depuis 5\sminutes$/),
    });
    expect(isMoving(overview)).toBe(true);
    const both = rowOf(withOutbox({ events: 3, oldestSeconds: 12 }), 'outbox-auth');
    expect(both?.details).toMatch(/^3 en attente, 2 en cours, le plus ancien depuis 5/);
  });

  it('show what is unknown, and omit queues that are unavailable', () => {
    const overview = { ...calm, queues: null, outboxes: [{ service: 'catalog', state: null }] };
    expect(queueRows(overview).map(({ name, health }) => [name, health])).toEqual([
      ['Départ des événements : Produits', 'unknown'],
      ['Annonces à transformer en e-mails', 'idle'],
      ['Messages à envoyer', 'idle'],
    ]);
  });

  it('count emails by their table, whatever Redis contains', () => {
    const counts = { pending: 3, sent: 0, dropped: 0, failed: 2 };
    const overview = { ...calm, queues: null, emails: { counts, oldestPendingSeconds: 7200, announcements } };
    expect(rowOf(overview, 'emails')).toMatchObject({
      health: 'stuck',
      details: expect.stringMatching(/^3 en attente, 2 en échec, le plus ancien depuis 2\sheures$/),
    });
    expect(isMoving(overview)).toBe(true);
  });
});

describe('a duration', () => {
  it.each([
    [0, "moins d'une minute"],
    [59.9, "moins d'une minute"],
    [60, '1 minute'],
    [3599, '59 minutes'],
    [3600, '1 heure'],
    [200_000, '2 jours'],
  ])('of %s seconds is shown in its largest unit', (seconds, words) => {
    expect(duration(seconds).replaceAll(/\s/g, ' ')).toBe(words);
  });
});
