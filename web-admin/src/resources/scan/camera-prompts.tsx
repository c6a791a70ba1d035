import { readCode } from '@fasocolis/contracts/reading/code';
import type { AnnouncedNumber } from '@fasocolis/contracts/receiving';
import { Box, Typography } from '@mui/material';
import { useId } from 'react';
import { MainButton, OutlinedButton, TextButton } from '../../components/text-button.tsx';
import { nearMissWords } from './scan-words.ts';

interface CodeChoiceProps {
  codes: readonly string[];
  onChoose: (code: string) => void;
  onClose: () => void;
}

/** Asks which of several codes in view, none of which the product printed, is that of the parcel. */
export function CodeChoice({ codes, onChoose, onClose }: CodeChoiceProps) {
  const titleId = useId();
  return (
    <Box role="group" aria-labelledby={titleId} sx={promptStyle}>
      <Typography id={titleId} role="status" sx={{ fontWeight: 700 }}>
        {codes.length > 1
          ? 'Plusieurs codes\u00a0: lequel est celui du colis\u00a0?'
          : 'Un autre code est en vue\u00a0: est-ce un colis\u00a0?'}
      </Typography>
      {codes.map((code) => {
        const reading = readCode(code);
        return (
          <OutlinedButton
            key={code}
            label={'reference' in reading ? reading.reference : code}
            size="large"
            onClick={() => onChoose(code)}
            sx={codeStyle}
          />
        );
      })}
      <TextButton label="Aucun" onClick={onClose} />
    </Box>
  );
}

interface NearMissProps {
  known: AnnouncedNumber;
  /** The client code of its owner. */
  code: string | undefined;
  read: string;
  onChoose: (isKnown: boolean) => void;
}

/** Asks a person to compare an unknown number with an announced one that looks like it. */
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

const codeStyle = {
  fontFamily: 'var(--fc-font-reference)',
  fontWeight: 700,
  overflowWrap: 'anywhere',
  textTransform: 'none',
};
