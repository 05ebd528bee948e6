import { DescriptionList } from "@/components/ui/text";
import { daysText, type Retention } from "@/lib/access";

export function RetentionList({ retention }: { retention: Retention }) {
  const { addressesDays, auditDays, eventsDays, deliveriesDays, payloadsDays, usageDays, brandDeletionDays } =
    retention;
  return (
    <DescriptionList
      className="-my-2.5"
      items={[
        { term: "Versions, their files", value: "As long as the brand" },
        { term: "Activity", value: capital(daysText(auditDays)) },
        { term: "IP addresses in it", value: capital(daysText(addressesDays)) },
        { term: "Used and expired invitations", value: capital(daysText(addressesDays)) },
        { term: "Events", value: capital(daysText(eventsDays)) },
        { term: "Deliveries that are over", value: capital(daysText(deliveriesDays)) },
        { term: "Payloads of events", value: capital(daysText(payloadsDays)) },
        {
          term: "Bodies of deliveries, answers",
          value:
            payloadsDays === 0
              ? "As long as the brand"
              : `${capital(daysText(payloadsDays))} after the delivery is over`,
        },
        { term: "Usage", value: capital(daysText(usageDays)) },
        {
          term: "After its deletion was asked for",
          value: brandDeletionDays === 0 ? "Nothing" : `Everything, for ${daysText(brandDeletionDays)}`,
        },
      ]}
    />
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
