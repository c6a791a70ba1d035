import { Box, Typography } from '@mui/material';
import { Link } from 'react-router-dom';
import { markedText } from './marked-text.ts';
import type { Group, Hit } from './use-results.ts';

interface ResultsProps {
  id: string;
  groups: readonly Group[];
  /** The hit that the Enter key opens. */
  active: Hit | undefined;
  sought: string;
  onOpen: () => void;
}

/** The id of a hit within the results of an id. */
export const hitId = (id: string, hit: Hit) => `${id}-${hit.to}`;

export const Results = ({ id, groups, active, sought, onOpen }: ResultsProps) => (
  <Box
    role="listbox"
    id={id}
    aria-label="Résultats"
    sx={{ overflowY: 'auto', pb: groups.length > 0 ? 1 : 0, ...hitStyle }}
  >
    {groups.map(({ name, hits }) => (
      <Box key={name} role="group" aria-label={name}>
        <Typography aria-hidden variant="body2" sx={{ px: 2, pt: 1, fontWeight: 600, color: 'text.secondary' }}>
          {name}
        </Typography>
        {hits.map((hit) => (
          <Box
            key={hit.to}
            id={hitId(id, hit)}
            component={Link}
            to={hit.to}
            role="option"
            aria-selected={hit === active}
            tabIndex={-1}
            ref={hit === active ? showElement : undefined}
            onClick={onOpen}
          >
            <Marked text={hit.title} sought={sought} />
            {hit.details && (
              <small>
                <Marked text={hit.details} sought={sought} />
              </small>
            )}
          </Box>
        ))}
      </Box>
    ))}
  </Box>
);

const showElement = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

function Marked({ text, sought }: { text: string; sought: string }) {
  return (
    <span>
      {markedText(text, sought).map((part) => (part.isFound ? <mark key={part.from}>{part.text}</mark> : part.text))}
    </span>
  );
}

const hitStyle = {
  '& [role="option"]': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'baseline',
    columnGap: 1.5,
    minHeight: 44,
    px: 2,
    py: 1,
    color: 'text.primary',
    textDecoration: 'none',
    overflowWrap: 'anywhere',
    '& > span': { fontWeight: 600 },
    '& small': { fontSize: 'var(--fc-text-small)', color: 'text.secondary' },
    '&:hover': { bgcolor: 'background.default' },
    '&[aria-selected="true"]': { bgcolor: 'var(--fc-green-surface)', boxShadow: 'inset 4px 0 var(--fc-brand)' },
  },
  '& mark': { bgcolor: 'transparent', color: 'primary.main', fontWeight: 700, textDecoration: 'underline' },
} as const;
