export const Badge = ({ label, colour }: { label: string; colour: string }) => (
  <span className="fc-badge" data-colour={colour}>
    {label}
  </span>
);
