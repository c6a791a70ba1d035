import type { AnnouncedNumber } from '@fasocolis/contracts/receiving';
import { Box, Typography } from '@mui/material';
import { useId } from 'react';
import { MainButton, OutlinedButton } from '../../components/text-button.tsx';
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
      <MainButton label="Oui, c'est lui" size="large" onClick={() => onChoose(true)} />
      <OutlinedButton label="Non, c'est un autre colis" size="large" onClick={() => onChoose(false)} />
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
