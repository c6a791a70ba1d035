import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
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
  const onCode = vi.fn<(text: string) => void>();
  const { rerender } = renderHook(({ isActive }) => useCodeReading(video, isActive, onCode), {
    initialProps: { isActive: true },
  });
  await vi.waitFor(() => expect(onCode).toHaveBeenCalledExactlyOnceWith('FC-1'));

  rerender({ isActive: false });
  detect.mockClear();
  rerender({ isActive: true });
  await vi.waitFor(() => expect(detect.mock.calls.length).toBeGreaterThan(1));
  expect(onCode).toHaveBeenCalledOnce();
});
