import { Box, IconButton, Typography } from '@mui/material';
import CameraOff from 'lucide-react/icons/camera-off';
import Flashlight from 'lucide-react/icons/flashlight';
import FlashlightOff from 'lucide-react/icons/flashlight-off';
import type { Seen } from './codes-in-view.ts';
import { useCamera } from './use-camera.ts';
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
