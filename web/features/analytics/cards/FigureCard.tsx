import type { ReactNode } from 'react';
import { StatCard } from '#web/ui/values/StatCard.tsx';
import { QueryButton } from './QueryButton.tsx';

type FigureCardProps = { label: string; query: string; figure: ReactNode; detail: ReactNode; change: ReactNode };

/** One of the numbers on top: what it is, how much, of how many, and how it stands against before. */
export const FigureCard = ({ label, query, figure, detail, change }: FigureCardProps) => (
  <StatCard
    label={label}
    action={<QueryButton name={label} query={query} />}
    detail={
      <>
        {detail}
        {change}
      </>
    }
  >
    {figure}
  </StatCard>
);
