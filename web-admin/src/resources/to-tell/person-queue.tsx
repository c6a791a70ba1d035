import { spacedPhone } from '@fasocolis/contracts/reading/dialling-code';
import { TELL_TEXT_KEY } from '@fasocolis/contracts/tell-text';
import type { PersonToTell } from '@fasocolis/contracts/to-tell';
import { Box, Button, Card, LinearProgress, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { ListState, LoadFailure, Loading } from '../../components/list-state.tsx';
import { settingQuery } from '../../components/settings.ts';
import { PersonCard } from './person-card.tsx';
import { nameOf, referencesOf } from './person-words.tsx';
import { StopDialog } from './stopped-numbers.tsx';
import { usePersonQueue } from './use-telling.ts';

const NEXT_SHOWN = 30;
const SKELETON = { height: 320 };

export function PersonQueue() {
  const queue = usePersonQueue();
  const { data: setting, error, refetch } = useQuery(settingQuery(TELL_TEXT_KEY));
  const template = setting?.value;
  const [stopped, setStopped] = useState<PersonToTell>();
  const { current, people, told, left } = queue;
  const others = people.filter(({ id }) => id !== current?.id);
  if (error) return <LoadFailure onRetry={refetch}>Le message n'a pas pu être chargé.</LoadFailure>;

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      {told > 0 && <Progress told={told} left={left} />}
      <LastTold {...queue} />
      <ListState
        skeleton={SKELETON}
        emptyTitle="Tout le monde est prévenu"
        empty="Après un changement, les personnes qui ont un numéro de téléphone apparaissent ici."
      >
        {current && template !== undefined && (
          <Box sx={columnsStyle}>
            <PersonCard
              person={current}
              template={template}
              hasOthers={others.length > 0}
              onTold={() => queue.markTold(current)}
              onSkip={queue.skip}
              onStop={() => setStopped(current)}
            />
            {others.length > 0 && <NextPeople people={others} left={left - 1} onShow={queue.show} />}
          </Box>
        )}
        {stopped && <StopDialog person={stopped} onClose={() => setStopped(undefined)} />}
        {current && template === undefined && <Loading {...SKELETON} />}
        {!current && left > 0 && <Loading {...SKELETON} />}
      </ListState>
    </Box>
  );
}

function Progress({ told, left }: { told: number; left: number }) {
  const words = `${told} ${told > 1 ? 'prévenues' : 'prévenue'} sur ${told + left}`;
  return (
    <Box>
      <Typography variant="body2" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {words}
      </Typography>
      <LinearProgress
        variant="determinate"
        aria-label={words}
        value={(100 * told) / (told + left)}
        sx={{ height: 8, borderRadius: 4 }}
      />
    </Box>
  );
}

type LastToldProps = Pick<ReturnType<typeof usePersonQueue>, 'lastTold' | 'undoLast' | 'isUndoing'>;

/** Always there, so that screen readers announce the change. */
function LastTold({ lastTold, undoLast, isUndoing }: LastToldProps) {
  return (
    <Box role="status" sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: lastTold ? 44 : 0 }}>
      {lastTold && (
        <>
          <CircleCheck aria-hidden size={20} color="var(--fc-green)" />
          <Typography variant="body2" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
            {nameOf(lastTold)}&nbsp;: noté comme prévenu
          </Typography>
          <Button startIcon={<Undo2 aria-hidden size={18} />} disabled={isUndoing} onClick={undoLast}>
            Annuler
          </Button>
        </>
      )}
    </Box>
  );
}

interface NextPeopleProps {
  people: PersonToTell[];
  /** The number of all who are left, those who are not in the list yet included. */
  left: number;
  onShow: (person: PersonToTell) => void;
}

function NextPeople({ people, left, onShow }: NextPeopleProps) {
  const shown = people.slice(0, NEXT_SHOWN);
  return (
    <Card component="section" aria-labelledby="next-people" sx={{ p: 1 }}>
      <Typography id="next-people" variant="h2" sx={{ px: 1, pt: 1, fontSize: 'var(--fc-text-medium)' }}>
        Ensuite
      </Typography>
      <ul className="plain-list">
        {shown.map((person) => (
          <li key={person.id}>
            <Button fullWidth onClick={() => onShow(person)} sx={nextStyle}>
              <span>{nameOf(person)}</span>
              <Box component="span" sx={{ fontSize: 'var(--fc-text-small)', fontWeight: 400, color: 'text.secondary' }}>
                {person.name && `${spacedPhone(person.phone)} · `}
                {referencesOf(person)}
              </Box>
            </Button>
          </li>
        ))}
      </ul>
      {left > shown.length && (
        <Typography variant="body2" sx={{ px: 1, pb: 1, color: 'text.secondary' }}>
          et {left - shown.length} autres
        </Typography>
      )}
    </Card>
  );
}

const columnsStyle = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
} as const;

const nextStyle = {
  flexDirection: 'column',
  alignItems: 'start',
  px: 1,
  color: 'text.primary',
  textAlign: 'start',
  overflowWrap: 'anywhere',
} as const;
