import { type RefObject, useEffect, useRef, useState } from 'react';

type CameraState = 'starting' | 'on' | 'denied' | 'missing';

/** The light beside the camera, which TypeScript's DOM does not know: https://www.w3.org/TR/image-capture/#torch */
type TorchCapabilities = MediaTrackCapabilities & { torch?: boolean };
type TorchConstraints = MediaTrackConstraints & { advanced: { torch: boolean }[] };

interface Camera {
  /** The element that shows the picture. */
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
  /** Undefined where the camera has no light. */
  toggleTorch: (() => void) | undefined;
  isTorchOn: boolean;
}

export function useCamera(): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const [track, setTrack] = useState<MediaStreamTrack>();
  const [isTorchOn, setTorchOn] = useState(false);

  useEffect(() => {
    let stream: MediaStream | undefined;
    let isGone = false;
    const stop = () => {
      for (const each of stream?.getTracks() ?? []) each.stop();
    };
    const start = async () => {
      try {
        stream = await openCamera();
        if (isGone) return stop();
        if (video.current) video.current.srcObject = stream;
        setTrack(stream.getVideoTracks()[0]);
        setState('on');
      } catch (error) {
        setState(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'missing');
      }
    };
    void start();
    return () => {
      isGone = true;
      stop();
    };
  }, []);

  const hasTorch = (track?.getCapabilities?.() as TorchCapabilities | undefined)?.torch === true;
  const toggleTorch = async () => {
    await track?.applyConstraints({ advanced: [{ torch: !isTorchOn }] } as TorchConstraints);
    setTorchOn(!isTorchOn);
  };
  return { video, state, toggleTorch: hasTorch ? () => void toggleTorch() : undefined, isTorchOn };
}

/** @throws DOMException NotAllowedError when it was denied; other errors where there is none, or no https */
const openCamera = () =>
  navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  });
