import { expect, test } from "vitest";
import { readTime } from "../../../src/apiserver/types/time-text.js";

const layout = "2006-01-02T15:04:05Z07:00";

test.each([
  ["2020-02-29T23:59:59Z", "2020-02-29T23:59:59Z"],
  ["0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"],
  ["9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"],
  ["0001-01-01T00:00:00Z", null],
  ["0001-01-01T00:00:01Z", "0001-01-01T00:00:01Z"],
  ["2020-01-01T00:30:00+01:00", "2019-12-31T23:30:00Z"],
  ["2020-01-01T00:00:00.999Z", "2020-01-01T00:00:00Z"],
])("%s is %s", (text, read) => {
  expect(readTime(text)).toEqual({ text: read });
});

test.each([
  ["2021-02-29T00:00:00Z", 'parsing time "2021-02-29T00:00:00Z": day out of range'],
  ["2021-04-31T00:00:00Z", 'parsing time "2021-04-31T00:00:00Z": day out of range'],
  ["2021-01-00T00:00:00Z", 'parsing time "2021-01-00T00:00:00Z": day out of range'],
  ["2021-13-01T00:00:00Z", 'parsing time "2021-13-01T00:00:00Z": month out of range'],
  ["2021-01-01T24:00:00Z", 'parsing time "2021-01-01T24:00:00Z": hour out of range'],
  ["2021-01-01T23:59:60Z", 'parsing time "2021-01-01T23:59:60Z": second out of range'],
  ["2021-01-01t00:00:00Z", `parsing time "2021-01-01t00:00:00Z" as "${layout}": cannot parse "t00:00:00Z" as "T"`],
  ["2021-01-01T00:00:00Z ", 'parsing time "2021-01-01T00:00:00Z ": extra text: " "'],
  ["", `parsing time "" as "${layout}": cannot parse "" as "2006"`],
])("%j is refused in the words of Go", (text, fault) => {
  expect(readTime(text)).toEqual({ fault });
});
