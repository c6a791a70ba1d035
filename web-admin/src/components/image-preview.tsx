import { Box } from '@mui/material';
import ImageOff from 'lucide-react/icons/image-off';
import { useState } from 'react';

export function ImagePreview({ url }: { url: string }) {
  // The URL that failed: another one is tried again.
  const [broken, setBroken] = useState<string>();

  if (broken === url) {
    return (
      <Box role="img" aria-label="Image non disponible" sx={{ ...frameStyle, display: 'grid', placeContent: 'center' }}>
        <Box component={ImageOff} aria-hidden size={32} sx={{ justifySelf: 'center' }} />
        Image non disponible
      </Box>
    );
  }
  return <Box component="img" src={url} alt="" onError={() => setBroken(url)} sx={frameStyle} />;
}

const frameStyle = {
  display: 'block',
  width: '100%',
  height: 160,
  objectFit: 'cover',
  borderRadius: 'var(--fc-radius-input)',
  color: 'text.secondary',
  bgcolor: 'background.default',
} as const;
