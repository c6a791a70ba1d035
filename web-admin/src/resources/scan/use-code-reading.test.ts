import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Seen } from './codes-in-view.ts';
import { useCodeReading } from './use-code-reading.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('a code that stays in view is reported once, also after a pause for a dialog [SCAN-002]', async () => {
  // The reader of codes that some browsers have, and jsdom has not.
  const detect = vi.fn<() => Promise<{ rawValue: string }[]>>(async () => [{ rawValue: 'FC-1' }]);
  class BarcodeDetector {
    static getSupportedFormats = async () => ['qr_code', 'code_128'];
    detect = detect;
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector);
  const video = { current: { readyState: 4, HAVE_CURRENT_DATA: 2 } as HTMLVideoElement };
  const onSeen = vi.fn<(seen: Seen) => void>();
  const { rerender } = renderHook(({ isActive }) => useCodeReading(video, isActive, onSeen), {
    initialProps: { isActive: true },
  });
  await vi.waitFor(() => expect(onSeen).toHaveBeenCalledExactlyOnceWith({ taken: ['FC-1'], choice: [] }));

  rerender({ isActive: false });
  detect.mockClear();
  rerender({ isActive: true });
  await vi.waitFor(() => expect(detect.mock.calls.length).toBeGreaterThan(1));
  expect(onSeen).toHaveBeenCalledOnce();
});

it('goes on after a frame that failed [READ-011]', async () => {
  const detect = vi
    .fn<() => Promise<{ rawValue: string }[]>>()
    .mockRejectedValueOnce(new DOMException('', 'InvalidStateError'))
    .mockRejectedValueOnce(new DOMException('', 'InvalidStateError'))
    .mockResolvedValue([{ rawValue: 'https://colis.example.com/c/FC-1' }]);
  class BarcodeDetector {
    static getSupportedFormats = async () => ['qr_code', 'code_128'];
    detect = detect;
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector);
  const video = { current: { readyState: 4, HAVE_CURRENT_DATA: 2 } as HTMLVideoElement };
  const onSeen = vi.fn<(seen: Seen) => void>();
  const { result } = renderHook(() => useCodeReading(video, true, onSeen));
  await vi.waitFor(() => expect(onSeen).toHaveBeenCalledOnce());
  expect(result.current).toBe(false);
});
