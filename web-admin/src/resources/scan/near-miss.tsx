import type { AnnouncedNumber } from '@fasocolis/contracts/receiving';
import { Box, Button, Typography } from '@mui/material';
import { useId } from 'react';
import { nearMissWords } from './scan-words.ts';

interface NearMissProps {
  known: AnnouncedNumber;
  /** The client code of its owner. */
  code: string | undefined;
  read: string;
  onChoose: (isKnown: boolean) => void;
}

/** A number that nobody announced looks like one that was: a person compares them. */
export function NearMiss({ known, code, read, onChoose }: NearMissProps) {
  const titleId = useId();
  return (
    <Box role="group" aria-labelledby={titleId} sx={promptStyle}>
      <Typography id={titleId} role="status" sx={{ fontSize: '1.25rem', fontWeight: 700, overflowWrap: 'anywhere' }}>
        {nearMissWords(known.number, code)}
      </Typography>
      <Typography sx={{ overflowWrap: 'anywhere' }}>Lu&nbsp;: {read}</Typography>
      <Button variant="contained" color="secondary" size="large" onClick={() => onChoose(true)}>
        Oui, c'est lui
      </Button>
      <Button variant="outlined" size="large" onClick={() => onChoose(false)}>
        Non, c'est un autre colis
      </Button>
    </Box>
  );
}

const promptStyle = {
  display: 'grid',
  gap: 1,
  p: 2,
  bgcolor: 'background.paper',
  borderBottom: '1px solid var(--fc-line)',
};
