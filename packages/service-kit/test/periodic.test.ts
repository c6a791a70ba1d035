import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { startPeriodic } from '../src/events/periodic.ts';

const log = pino({ level: 'silent' });

describe('periodic work', () => {
  it('runs at once and again after each pause, also after a failure', async () => {
    const warn = vi.spyOn(log, 'warn');
    const work = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('not yet')).mockResolvedValue();
    const periodic = startPeriodic({ name: 'sweeping', everyMs: 5, work }, log);
    await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(2));
    await periodic.close();
    expect(warn).toHaveBeenCalledExactlyOnceWith({ err: expect.any(Error) }, 'sweeping failed, will try again');
  });

  it('finishes the current run when it is closed, without starting another one', async () => {
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
