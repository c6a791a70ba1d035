import { Box, Button, Card, Typography } from '@mui/material';
import CircleCheck from 'lucide-react/icons/circle-check';
import CircleDashed from 'lucide-react/icons/circle-dashed';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { type FirstStep, useFirstSteps } from './use-first-steps.ts';

/** What to do first with a new installation; nothing once all of it is done, or while that is not known. */
export function FirstSteps() {
  const titleId = useId();
  const steps = useFirstSteps();
  if (!steps || steps.every(({ isDone }) => isDone)) return null;

  return (
    <Card component="section" aria-labelledby={titleId} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography id={titleId} variant="h2">
        Premiers pas
      </Typography>
      <Typography sx={{ mt: 0.5, color: 'text.secondary' }}>
        Il reste peu à faire avant d'accueillir vos premiers clients.
      </Typography>
      <Box component="ol" sx={{ m: 0, mt: 1, p: 0, listStyle: 'none' }}>
        {steps.map((step) => (
          <Step key={step.title} {...step} />
        ))}
      </Box>
    </Card>
  );
}

function Step({ title, reason, action, to, isDone }: FirstStep) {
  const titleId = useId();
  const Mark = isDone ? CircleCheck : CircleDashed;
  return (
    <Box component="li" sx={stepStyle}>
      <Box component={Mark} aria-hidden sx={{ color: isDone ? 'success.main' : 'text.secondary', flexShrink: 0 }} />
      <Box sx={{ flex: '1 1 220px' }}>
        <Typography id={titleId} sx={{ fontWeight: 600 }}>
          {title}
          {isDone && <span className="fc-sr-only"> : fait</span>}
        </Typography>
        {!isDone && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {reason}
          </Typography>
        )}
      </Box>
      {!isDone && (
        <Button component={Link} to={to} variant="outlined" aria-describedby={titleId}>
          {action}
        </Button>
      )}
    </Box>
  );
}

const stepStyle = {
  display: 'flex',
  flexWrap: { xs: 'wrap', sm: 'nowrap' },
  alignItems: 'center',
  gap: 2,
  py: 1.5,
  borderBottom: '1px solid var(--fc-line)',
  '&:last-of-type': { borderBottom: 0, pb: 0 },
} as const;
