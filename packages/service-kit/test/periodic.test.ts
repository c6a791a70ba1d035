import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { startPeriodic } from '../src/events/periodic.ts';

const log = pino({ level: 'silent' });

describe('periodic work', () => {
  it('is done at once and again after each pause, whether it failed or not', async () => {
    const warn = vi.spyOn(log, 'warn');
    const work = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('not yet')).mockResolvedValue();
    const periodic = startPeriodic({ name: 'sweeping', everyMs: 5, work }, log);
    await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(2));
    await periodic.close();
    expect(warn).toHaveBeenCalledExactlyOnceWith({ err: expect.any(Error) }, 'sweeping failed, will try again');
  });

  it('ends with what it has begun, without waiting for its next turn', async () => {
    const begun = Promise.withResolvers<void>();
    const work = vi.fn<() => Promise<void>>(() => begun.promise);
    const periodic = startPeriodic({ name: 'sweeping', everyMs: 3_600_000, work }, log);
    const closed = vi.fn<() => void>();
    const closing = periodic.close().then(closed);
    expect(closed).not.toHaveBeenCalled();
    begun.resolve();
    await closing;
    expect(work).toHaveBeenCalledOnce();
  });
});
