import type { FragmentType } from '@apollo/client';
import { useFragment, useMutation } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { ArrowLeftRight, RotateCw, Sparkles } from 'lucide-react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { CallHead_CallFragment } from '#web/gql/graphql.ts';
import { assignedTo } from '#web/lib/format/text.ts';
import { exactTime, minutesAndSeconds } from '#web/lib/format/time.ts';
import { Permitted, useMay } from '#web/session/session.tsx';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { FallbackNote, PriorityChip } from '#web/ui/values/chips.tsx';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { CallBadges, callTitle, engineName, sourceNote } from '../call-labels.tsx';
import { useGenerateResponse } from '../use-generate-response.ts';

const CallHead_call = graphql(`
  fragment CallHead_call on Transcription {
    id
    title
    duration
    type
    sentiment
    callValue
    priority
    source
    engine
    fallbackReason
    analyzedAt
    createdAt
    need
    rolesGuessed
    assignmentReason
    rep {
      id
      displayName
    }
    turns {
      index
      speaker
    }
    customer {
      id
    }
  }
`);

type CallHeadProps = { call: FragmentType<CallHead_CallFragment>; titleId: string };

/** Title, date, badges and analysis status of a call, and its actions. */
export function CallHead({ call, titleId }: CallHeadProps) {
  const { data, complete } = useFragment({ fragment: CallHead_call, from: call });
  const mayChange = useMay('transcription.change');
  const { analyze, analyzing } = useAnalyzeCall();
  const { swap, swapping } = useSwapSpeakers();
  const generate = useGenerateResponse();
  if (!complete) return null;
  const { engine, analyzedAt } = data;
  const facts = [exactTime(data.createdAt), data.duration === null ? null : minutesAndSeconds(data.duration), sourceNote(data.source)];
  return (
    <Box component="header" sx={{ display: 'grid', gap: 1.25, px: { xs: 2, sm: 3 }, pt: 2.5, pb: 3 }}>
      <Typography variant="h1" component="h2" id={titleId} sx={{ pr: 5, overflowWrap: 'anywhere' }}>
        {callTitle(data)}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
        <Typography className="tabular">{facts.filter(Boolean).join(' · ')}</Typography>
        <CallBadges type={data.type} sentiment={data.sentiment} />
        <PriorityChip priority={data.priority} />
        {data.callValue !== null && (
          <Typography component="span" sx={{ fontWeight: 500, color: 'text.primary' }}>
            <MoneyText value={data.callValue} withoutCents={data.callValue.endsWith('.00')} />
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Permitted to="aiResponse.change">
          <LoadingButton variant="contained" loading={false} onClick={() => generate(data)} startIcon={<Sparkles size={16} aria-hidden />}>
            Generate Response
          </LoadingButton>
        </Permitted>
        <Permitted to="transcription.change">
          <LoadingButton
            variant="outlined"
            loading={analyzing}
            onClick={() => analyze(data.id)}
            startIcon={<RotateCw size={16} aria-hidden />}
          >
            {analyzing ? 'Analyzing...' : engine ? 'Re-analyze' : 'Analyze'}
          </LoadingButton>
        </Permitted>
        {mayChange && data.turns.some(({ speaker }) => speaker !== null) && (
          <LoadingButton
            variant="outlined"
            loading={swapping}
            onClick={() => swap(data.id)}
            startIcon={<ArrowLeftRight size={16} aria-hidden />}
          >
            {swapping ? 'Swapping...' : 'Swap speakers'}
          </LoadingButton>
        )}
        {engine && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            Analyzed by {engineName(engine)}
            {analyzedAt && (
              <>
                {' '}
                <RelativeTime at={analyzedAt} />
              </>
            )}
          </Typography>
        )}
      </Box>
      {data.assignmentReason && (
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {assignedTo(data.rep?.displayName, data.assignmentReason)}
        </Typography>
      )}
      {data.rolesGuessed && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Rep and customer were guessed from how people talk.
          {mayChange && ' Swap speakers if they are the wrong way round.'}
        </Typography>
      )}
      <FallbackNote reason={data.fallbackReason} what="analysis" />
    </Box>
  );
}

const AnalyzeCall = graphql(`
  mutation AnalyzeCall($id: ID!) {
    analyzeTranscription(id: $id) {
      ... on Transcription {
        id
        ...CallCard_call
        ...CallHead_call
        ...CallNotes_call
        ...Transcript_call
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Analyzes a call again; values set by a person are kept. */
function useAnalyzeCall() {
  const [mutate, { loading }] = useMutation(AnalyzeCall);
  const analyze = (id: string) =>
    runMutation(mutate({ variables: { id } }), { done: 'Call analyzed successfully.', failed: 'Failed to analyze call.' });
  return { analyze, analyzing: loading };
}

const SwapSpeakers = graphql(`
  mutation SwapSpeakers($id: ID!) {
    swapTranscriptionRoles(id: $id) {
      ... on Transcription {
        id
        ...CallCard_call
        ...CallHead_call
        ...CallNotes_call
        ...CallMetrics_call
        ...Transcript_call
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Makes the rep the customer and the customer the rep, or undoes it; the call is analyzed again with it. */
function useSwapSpeakers() {
  const [mutate, { loading }] = useMutation(SwapSpeakers);
  const swap = (id: string) =>
    runMutation(mutate({ variables: { id } }), { done: 'Speakers swapped.', failed: 'Failed to swap the speakers.' });
  return { swap, swapping: loading };
}
