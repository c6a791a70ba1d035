import type { StaffOrder } from '@fasocolis/contracts/orders';
import { type Problem, problemTitle } from '@fasocolis/contracts/problems';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Box, Typography } from '@mui/material';
import { useState } from 'react';
import { useGetList, useRefresh } from 'react-admin';
import { useNames } from '../../../components/people-names.tsx';
import { Section } from '../../../components/screen.tsx';
import { OutlinedButton } from '../../../components/text-button.tsx';
import { CloseProblemDialog } from './problem-forms.tsx';

/** The problems of an order that nobody has settled yet. */
export function ProblemPanel({ order: { id } }: { order: StaffOrder }) {
  const refresh = useRefresh();
  const { data: problems = [] } = useGetList<Problem>('order-problems', { filter: { orderId: id, open: true } });
  const nameOf = useNames(
    problems.map(({ byUserId }) => byUserId),
    [],
  );
  const [closing, setClosing] = useState<Problem>();
  if (problems.length === 0) return null;
  return (
    <Section title="À régler">
      <Box component="ul" sx={{ display: 'grid', gap: 2, m: 0, p: 0, listStyle: 'none' }}>
        {problems.map((problem) => (
          <Box component="li" key={problem.id} sx={{ display: 'grid', justifyItems: 'start', gap: 0.5 }}>
            <Typography sx={{ fontWeight: 700, color: 'var(--fc-danger)' }}>{problemTitle(problem)}</Typography>
            {problem.note && <Typography sx={{ overflowWrap: 'anywhere' }}>{problem.note}</Typography>}
            <Typography variant="body2" sx={{ color: 'text.secondary' }}>
              {shortDate(problem.createdAt)}
              {problem.byUserId !== null && `, par ${nameOf(problem.byUserId)}`}
            </Typography>
            <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
              {problem.photo && (
                <OutlinedButton label="Voir la photo" href={problem.photo} target="_blank" rel="noreferrer" />
              )}
              <OutlinedButton label="C'est réglé" onClick={() => setClosing(problem)} />
            </Box>
          </Box>
        ))}
      </Box>
      {closing && <CloseProblemDialog problem={closing} onSaved={refresh} onClose={() => setClosing(undefined)} />}
    </Section>
  );
}
