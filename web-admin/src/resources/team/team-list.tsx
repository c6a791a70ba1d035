import { type Agent, type AgentState, InviteAgentSchema, UpdateAgentSchema } from '@fasocolis/contracts/team';
import { shortDate } from '@fasocolis/web-kit/dates';
import { Typography } from '@mui/material';
import Pencil from 'lucide-react/icons/pencil';
import Send from 'lucide-react/icons/send';
import ShieldOff from 'lucide-react/icons/shield-off';
import UserX from 'lucide-react/icons/user-x';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { Confirm, TextInput, useCreate, useRefresh } from 'react-admin';
import { Badge } from '../../components/badge.tsx';
import { CreateButton, IconAction } from '../../components/buttons.tsx';
import { ScreenList } from '../../components/lists.tsx';
import { outcomeToasts } from '../../components/outcome.ts';
import { RecordDialogs, useRecordDialogs } from '../../components/record-dialogs.tsx';
import { ActionsColumn, RecordColumn, RecordTable } from '../../components/record-list.tsx';
import { Screen } from '../../components/screen.tsx';
import { fullName } from '../../components/words.ts';
import { TeamSecurity } from './team-security.tsx';

const Column = RecordColumn<Agent>;

const STATES: Record<AgentState, { label: string; colour: string }> = {
  invited: { label: 'Invité', colour: 'blue' },
  expired: { label: 'Invitation expirée', colour: 'amber' },
  active: { label: 'Actif', colour: 'green' },
  revoked: { label: 'Révoqué', colour: 'grey' },
};

export default function TeamList() {
  const dialogs = useRecordDialogs<Agent>();
  return (
    <ScreenList sort={{ field: 'invitedAt', order: 'DESC' }} perPage={25}>
      <Screen title="Équipe" actions={<CreateButton onClick={dialogs.creation.open}>Inviter un agent</CreateButton>}>
        <Typography sx={{ mb: 2, maxWidth: 720, color: 'text.secondary' }}>
          Les agents gèrent les commandes. Ils ne voient ni les utilisateurs, ni la boutique, ni les réglages. Leur nom
          figure dans le dossier et le Journal, jamais chez les clients.
        </Typography>
        <TeamSecurity />
        <RecordTable<Agent>
          empty="Aucun agent pour le moment. Invitez le premier."
          onOpen={({ id }) => dialogs.edit.open(id)}
          sx={{ '& tbody .column-email': { overflowWrap: 'anywhere' } }}
        >
          <Column source="lastName" label="Nom" cellClassName="cell-name" render={fullName} />
          <Column source="email" isNamed />
          <Column source="city" isNamed />
          <Column label="État" cellClassName="cell-state" render={StateBadge} />
          <Column source="invitedAt" isNamed render={({ invitedAt }) => shortDate(invitedAt)} />
          <Column label="Deux étapes" isNamed render={({ hasSecondFactor }) => (hasSecondFactor ? 'Oui' : 'Non')} />
          <Column
            label="Dernière connexion"
            isNamed
            render={({ lastSignInAt }) => (lastSignInAt ? shortDate(lastSignInAt) : 'Jamais')}
          />
          <ActionsColumn<Agent>>
            {(agent) => (
              <>
                <IconAction
                  label={`Modifier ${fullName(agent)}`}
                  icon={Pencil}
                  onClick={() => dialogs.edit.open(agent.id)}
                />
                {agent.state !== 'active' && <InviteAgain agent={agent} />}
                {agent.hasSecondFactor && <ResetSecondFactor agent={agent} />}
                {agent.state !== 'revoked' && (
                  <IconAction
                    label={`Révoquer ${fullName(agent)}`}
                    icon={UserX}
                    color="error"
                    onClick={() => dialogs.setRemoved(agent)}
                  />
                )}
              </>
            )}
          </ActionsColumn>
        </RecordTable>
        <RecordDialogs dialogs={dialogs} create={invitation} edit={correction} remove={revocation} />
      </Screen>
    </ScreenList>
  );
}

function StateBadge({ state }: Agent) {
  const { label, colour } = STATES[state];
  return <Badge label={label} colour={colour} />;
}

/** The link of an earlier invitation stops working. */
function InviteAgain({ agent }: { agent: Agent }) {
  const refresh = useRefresh();
  const [create, { isPending }] = useCreate();
  const send = () =>
    create(
      `team/${agent.id}/invitation`,
      { data: {} },
      outcomeToasts({
        success: `Invitation envoyée à ${agent.email}`,
        failure: (reason) => `L'invitation n'a pas pu être envoyée\u00a0: ${reason}`,
        onSuccess: refresh,
      }),
    );
  return (
    <IconAction
      label={`Renvoyer l'invitation à ${fullName(agent)}`}
      icon={Send}
      disabled={isPending}
      onClick={() => void send()}
    />
  );
}

/** For an agent who lost the phone and the recovery codes. */
function ResetSecondFactor({ agent }: { agent: Agent }) {
  const refresh = useRefresh();
  const [isConfirming, setConfirming] = useState(false);
  const [create, { isPending }] = useCreate();
  const name = fullName(agent);
  const reset = () =>
    create(
      `team/${agent.id}/second-factor-reset`,
      { data: {} },
      outcomeToasts({
        success: `La validation en deux étapes de ${name} est désactivée`,
        failure: (reason) => `La validation en deux étapes n'a pas pu être désactivée\u00a0: ${reason}`,
        onSuccess: () => {
          setConfirming(false);
          refresh();
        },
      }),
    );
  return (
    <>
      <IconAction
        label={`Désactiver les deux étapes de ${name}`}
        icon={ShieldOff}
        onClick={() => setConfirming(true)}
      />
      <Confirm
        isOpen={isConfirming}
        loading={isPending}
        title={`Désactiver la validation en deux étapes de ${name}\u00a0?`}
        content="Faites-le seulement si vous avez reconnu cette personne&nbsp;: elle est déconnectée partout, se connectera avec son mot de passe seul, et en reçoit un e-mail."
        confirm="Désactiver"
        confirmColor="warning"
        ConfirmIcon={ShieldOff}
        CancelIcon={X}
        onConfirm={() => void reset()}
        onClose={() => setConfirming(false)}
      />
    </>
  );
}

const names = (
  <>
    <TextInput source="firstName" isRequired />
    <TextInput source="lastName" isRequired helperText="Le nom figure dans le dossier de chaque colis." />
  </>
);

const city = <TextInput source="city" isRequired helperText="Où l'agent travaille, par exemple Guangzhou." />;

const invitation = {
  title: 'Inviter un agent',
  schema: InviteAgentSchema,
  submitLabel: "Envoyer l'invitation",
  outcome: { success: 'Invitation envoyée', failure: "L'invitation n'a pas pu être envoyée" },
  children: (
    <>
      {names}
      <TextInput
        source="email"
        type="email"
        isRequired
        helperText="L'agent y reçoit un lien, valable 7 jours, pour choisir son mot de passe. Un compte client à cette adresse devient le compte de l'agent."
      />
      {city}
    </>
  ),
};

const correction = {
  title: "Modifier l'agent",
  schema: UpdateAgentSchema,
  outcome: { success: 'Agent mis à jour', failure: "L'agent n'a pas pu être mis à jour" },
  children: (
    <>
      {names}
      {city}
    </>
  ),
};

const revocation = {
  resource: 'team',
  verb: 'Révoquer',
  name: fullName,
  content: ({ state }: Agent) =>
    state === 'active'
      ? "Cette personne est déconnectée tout de suite et n'a plus accès à l'administration. Son compte client reste. Son nom reste dans les dossiers et le Journal."
      : "Le lien de l'invitation ne fonctionnera plus.",
  outcome: { success: 'Accès révoqué', failure: "L'accès n'a pas pu être révoqué" },
};
