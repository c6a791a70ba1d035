import { type TeamSecurityRules, TeamSecuritySchema } from '@fasocolis/contracts/team';
import { TWO_FACTOR_PARAMETER } from '@fasocolis/contracts/two-factor';
import { api } from '@fasocolis/web-kit/api';
import { apiQuery } from '@fasocolis/web-kit/api-query';
import { FormControlLabel, Link, Switch, Typography } from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { outcomeToasts } from '../../components/outcome.ts';

const ADDRESS = '/api/team/security';

const securityQuery = apiQuery(['team-security'], ADDRESS, TeamSecuritySchema);

/** The rule that all staff needs the second factor. */
export function TeamSecurity() {
  const { data } = useQuery(securityQuery);
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (rules: TeamSecurityRules) => api.patch(ADDRESS, rules, TeamSecuritySchema),
    ...outcomeToasts({
      success: "Règles de l'équipe mises à jour",
      failure: (reason) => `Les règles n'ont pas pu être changées\u00a0: ${reason}`,
      onSuccess: () => void queryClient.invalidateQueries(securityQuery),
    }),
  });
  if (!data) return null;
  return (
    <>
      <FormControlLabel
        control={
          <Switch
            checked={data.requiresSecondFactor}
            disabled={isPending}
            onChange={(_event, requiresSecondFactor) => mutate({ requiresSecondFactor })}
          />
        }
        label="Exiger la validation en deux étapes de toute l'équipe"
      />
      <Typography variant="body2" sx={{ mb: 2, maxWidth: 720, color: 'text.secondary' }}>
        Sans elle, un membre de l'équipe se connecte, mais peut seulement l'activer. Cela vaut aussi pour vous&nbsp;:{' '}
        <Link href={`/profile?${TWO_FACTOR_PARAMETER}`}>votre validation en deux étapes</Link>.
      </Typography>
    </>
  );
}
