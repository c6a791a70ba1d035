import { Box, LinearProgress, Typography } from '@mui/material';
import { useId, useSyncExternalStore } from 'react';
import { uploadProgress } from '../providers/upload.ts';

/** How far a form with images is on its way; nothing while none is being sent. */
export function UploadProgress() {
  const progress = useSyncExternalStore(uploadProgress.subscribe, uploadProgress.getSnapshot);
  const labelId = useId();
  if (progress === undefined) return null;

  const percent = Math.floor(progress * 100);
  return (
    <Box sx={{ px: 3, py: 1 }}>
      <Typography id={labelId} variant="body2" sx={{ mb: 0.5, fontVariantNumeric: 'tabular-nums' }}>
        {progress < 1 ? `Envoi des images : ${percent} %` : 'Images envoyées, enregistrement en cours…'}
      </Typography>
      <LinearProgress variant="determinate" value={percent} aria-labelledby={labelId} />
    </Box>
  );
}
