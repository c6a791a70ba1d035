import { Box, IconButton, Typography } from '@mui/material';
import CameraOff from 'lucide-react/icons/camera-off';
import Flashlight from 'lucide-react/icons/flashlight';
import FlashlightOff from 'lucide-react/icons/flashlight-off';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Seen } from './codes-in-view.ts';
import { useCodeReading } from './use-code-reading.ts';

const PROBLEMS = {
  denied: "L'appareil photo est bloqué\u00a0: autorisez-le dans les réglages du navigateur, ou saisissez la référence.",
  missing: "Aucun appareil photo n'est disponible\u00a0: saisissez la référence, ou branchez une douchette.",
  unreadable: "La lecture par l'appareil photo n'a pas pu démarrer\u00a0: saisissez la référence.",
};

export function CameraView({ isActive, onSeen }: { isActive: boolean; onSeen: (seen: Seen) => void }) {
  const { video, state, toggleTorch, isTorchOn } = useCamera();
  const isUnreadable = useCodeReading(video, isActive && state === 'on', onSeen);
  const problem = isUnreadable ? 'unreadable' : state;

  if (problem !== 'starting' && problem !== 'on') {
    return (
      <Box sx={problemStyle}>
        <CameraOff aria-hidden size={40} strokeWidth={1.5} />
        <Typography role="alert">{PROBLEMS[problem]}</Typography>
      </Box>
    );
  }
  const TorchIcon = isTorchOn ? FlashlightOff : Flashlight;
  return (
    <Box sx={cameraStyle}>
      <Box component="video" ref={video} aria-label="Image de l'appareil photo" autoPlay muted playsInline />
      {toggleTorch && (
        <IconButton
          aria-label={isTorchOn ? 'Éteindre la lampe' : 'Allumer la lampe'}
          aria-pressed={isTorchOn}
          onClick={toggleTorch}
          sx={torchStyle}
        >
          <TorchIcon aria-hidden size={28} />
        </IconButton>
      )}
    </Box>
  );
}

const cameraStyle = {
  position: 'relative',
  height: { xs: '36vh', md: '60vh' },
  bgcolor: '#000',
  borderRadius: { md: 'var(--fc-radius-card)' },
  overflow: 'hidden',
  '& video': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
} as const;

const torchStyle = {
  position: 'absolute',
  right: 12,
  bottom: 12,
  width: 56,
  height: 56,
  color: '#fff',
  bgcolor: 'rgb(0 0 0 / 0.6)',
  '&:hover': { bgcolor: 'rgb(0 0 0 / 0.8)' },
} as const;

const problemStyle = {
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: 1,
  minHeight: { xs: '24vh', md: '40vh' },
  p: 2,
  textAlign: 'center',
  color: 'text.secondary',
  bgcolor: 'background.paper',
  borderBottom: '1px solid var(--fc-line)',
} as const;

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

function useCamera(): Camera {
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
