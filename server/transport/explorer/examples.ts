/** What the explorer opens with, a tab each. A test runs every one of them. */
export const EXAMPLES: readonly string[] = [
  `# What is the pipeline worth, by stage and month?
query PipelineValueByStageAndMonth {
  leadGroups(
    by: [{ field: stage }, { field: createdAt, bucket: MONTH, timeZone: "UTC" }]
    where: { stage: { ne: won } }
  ) {
    nodes {
      key {
        stage
        createdAt
      }
      count
      sum {
        value
      }
    }
  }
}
`,
  `# Which sources win?
query WinRateBySource {
  leadGroups(by: { field: source }) {
    nodes {
      key {
        source
      }
      count
      won: count(where: { stage: { eq: won } })
      winRate: share(where: { stage: { eq: won } })
    }
  }
}
`,
  `# How do customers feel, by rep and week? Of some calls it is not known who held them.
query SentimentByRepAndWeek {
  transcriptionGroups(by: [{ field: repId }, { field: createdAt, bucket: WEEK, timeZone: "UTC" }]) {
    nodes {
      key {
        rep {
          displayName
        }
        createdAt
      }
      count
      happy: share(where: { sentiment: { eq: "positive" } })
      unhappy: share(where: { sentiment: { eq: "negative" } })
    }
  }
}
`,
  `# Who brings the most revenue?
query RevenuePerCustomer {
  orderGroups(
    by: [{ field: customerId }, { field: currency }]
    where: { status: { notIn: ["cancelled", "refunded"] }, customer: {} }
    orderBy: { aggregate: SUM, field: totalPrice, direction: DESC }
    first: 20
  ) {
    nodes {
      key {
        currency
        customer {
          name
          company
        }
      }
      count
      sum {
        totalPrice
      }
    }
  }
}
`,
  `# Every move on the board, the moment it happens.
# Run it, then move a card in another tab.
subscription LiveMoves {
  pipelineChanged {
    cursor
    kind
    from
    to
    at
    actor {
      displayName
    }
    lead {
      name
      value
    }
  }
}
`,
];
