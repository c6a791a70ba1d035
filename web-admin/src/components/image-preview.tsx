import { Box } from '@mui/material';
import ImageOff from 'lucide-react/icons/image-off';
import { useState } from 'react';

/** An image as wide as its place, or what stands for one that does not load. */
export function ImagePreview({ url }: { url: string }) {
  // The address that failed, not a yes or no: another one deserves a try of its own.
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
