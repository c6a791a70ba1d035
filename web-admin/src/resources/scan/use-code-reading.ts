import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { type CodeReader, loadCodeReader } from './code-reader.ts';
import { codesInView } from './codes-in-view.ts';
import { codeKey } from './scanned-reference.ts';

/** Between two frames, in milliseconds: fast enough for a moving hand, and cool enough for a phone. */
const PAUSE_MS = 150;

/**
 * Reads codes from a video while it is active, and reports each once while it stays in view, pauses included.
 * @returns whether there is no reader, because its code could not be loaded
 */
export function useCodeReading(
  video: RefObject<HTMLVideoElement | null>,
  isActive: boolean,
  onCode: (text: string) => void,
): boolean {
  const [hasFailed, setFailed] = useState(false);
  const [appear] = useState(codesInView);
  const report = useEffectEvent(onCode);

  useEffect(() => {
    if (!isActive) return;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout>;
    const readFrame = async (reader: CodeReader) => {
      const frame = video.current;
      if (frame && frame.readyState >= frame.HAVE_CURRENT_DATA && !document.hidden) {
        const codes = await reader.detect(frame);
        if (isGone) return;
        const texts = new Map(codes.map(({ rawValue }) => [codeKey(rawValue), rawValue]));
        for (const key of appear([...texts.keys()], performance.now())) report(texts.get(key) ?? key);
      }
      if (!isGone) timer = setTimeout(() => void readFrame(reader).catch(fail), PAUSE_MS);
    };
    const fail = (cause: unknown) => {
      console.warn('Codes cannot be read', cause);
      setFailed(true);
    };
    loadCodeReader().then(readFrame).catch(fail);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [video, isActive, appear]);

  return hasFailed;
}
